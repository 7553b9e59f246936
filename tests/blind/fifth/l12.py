"""Answers of the class to lesson 12, written from its text alone."""

import torch

# Exercise 5: integrated_gradients


def integrated_gradients_wrong_1(slopes_at, word_vectors, mask_vectors, num_steps):
    way = word_vectors - mask_vectors
    total = torch.zeros_like(word_vectors)
    for k in range(num_steps):
        total = total + slopes_at(mask_vectors + k / num_steps * way)
    return (total / num_steps * way).sum(dim=1)


def integrated_gradients_wrong_2(slopes_at, word_vectors, mask_vectors, num_steps):
    way = word_vectors - mask_vectors
    total = torch.zeros_like(word_vectors)
    for k in range(num_steps):
        total = total + slopes_at(mask_vectors + (k + 0.5) / num_steps * way)
    return (total / num_steps * word_vectors).sum(dim=1)


def integrated_gradients_wrong_3(slopes_at, word_vectors, mask_vectors, num_steps):
    way = word_vectors - mask_vectors
    total = torch.zeros_like(word_vectors)
    for k in range(num_steps):
        total = total + slopes_at(mask_vectors + (k + 0.5) / num_steps * way)
    return (total / num_steps).sum(dim=1)


def integrated_gradients_wrong_4(slopes_at, word_vectors, mask_vectors, num_steps):
    way = word_vectors - mask_vectors
    slopes = [slopes_at(mask_vectors + (k + 0.5) / num_steps * way) for k in range(num_steps)]
    return (torch.stack(slopes).mean(dim=0) * way).mean(dim=1)


def integrated_gradients_wrong_5(slopes_at, word_vectors, mask_vectors, num_steps):
    way = mask_vectors - word_vectors
    slopes = [slopes_at(word_vectors + (k + 0.5) / num_steps * way) for k in range(num_steps)]
    return (torch.stack(slopes).mean(dim=0) * way).sum(dim=1)


def integrated_gradients_wrong_6(slopes_at, word_vectors, mask_vectors, num_steps):
    way = word_vectors - mask_vectors
    slopes = [slopes_at(mask_vectors + (k + 0.5) / num_steps * way) for k in range(num_steps)]
    return torch.stack(slopes).mean(dim=0).norm(dim=1) * way.norm(dim=1)


def integrated_gradients_wrong_7(slopes_at, word_vectors, mask_vectors, num_steps):
    values = []
    for token in range(len(word_vectors)):
        way = word_vectors[token] - mask_vectors[token]
        mean = torch.zeros_like(way)
        for k in range(num_steps):
            vectors = word_vectors.clone()
            vectors[token] = mask_vectors[token] + (k + 0.5) / num_steps * way
            mean = mean + slopes_at(vectors)[token] / num_steps
        values.append((mean * way).sum())
    return torch.stack(values)


def integrated_gradients_right_1(slopes_at, word_vectors, mask_vectors, num_steps):
    way = word_vectors - mask_vectors
    total = torch.zeros_like(word_vectors)
    for k in range(num_steps):
        total = total + slopes_at(mask_vectors + (k + 0.5) / num_steps * way)
    return (total / num_steps * way).sum(dim=1)


def integrated_gradients_right_2(slopes_at, word_vectors, mask_vectors, num_steps):
    slopes = []
    for k in range(num_steps):
        part = (2 * k + 1) / (2 * num_steps)
        slopes.append(slopes_at(part * word_vectors + (1 - part) * mask_vectors))
    mean = torch.stack(slopes).mean(dim=0)
    return torch.einsum("td,td->t", mean, word_vectors - mask_vectors)


WRONG = {
    "integrated_gradients": [
        (integrated_gradients_wrong_1, "takes the slopes at the beginning of each piece"),
        (integrated_gradients_wrong_2, "multiplies by the word vectors instead of the way"),
        (integrated_gradients_wrong_3, "adds the mean slopes, without the way"),
        (integrated_gradients_wrong_4, "takes the mean over the D numbers instead of the sum"),
        (integrated_gradients_wrong_5, "goes from the word to the baseline"),
        (integrated_gradients_wrong_6, "multiplies lengths, as if slope and way were parallel"),
        (integrated_gradients_wrong_7, "moves one token at a time, with the others in place"),
    ],
}
RIGHT = {
    "integrated_gradients": [integrated_gradients_right_1, integrated_gradients_right_2],
}
