"""Entries of the JSON files of a folder: what each may say.

A folder is more than its weights: an entry beside them can change ids, vectors or scores. Listed is
what is done here as ``transformers`` and sentence-transformers do it, and what changes nothing. Any
other entry is refused by name, and so is any other value, since nobody would see that it is missed.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bertlab.files import read_json

ANY = None  # in place of a list of values: read elsewhere, or without influence
FLAGS = ("lstrip", "rstrip", "single_word", "normalized")  # make a token match other text
Values = tuple[Any, ...] | None


def _any(names: str) -> dict[str, Values]:
    return dict.fromkeys(names.split(), ANY)


SPECIAL_TOKENS: dict[str, Values] = {
    **{f"{name}_token": (f"[{name.upper()}]",) for name in ("pad", "unk", "cls", "sep", "mask")},
    **dict.fromkeys(("bos_token", "eos_token"), (None,)),
    **dict.fromkeys(("additional_special_tokens", "extra_special_tokens"), ([], {}, None)),
}
BOOLEAN = (True, False)
KNOWN: dict[str, dict[str, Values]] = {
    "config.json": {
        **_any("vocab_size hidden_size num_hidden_layers num_attention_heads intermediate_size"),
        **_any("max_position_embeddings type_vocab_size layer_norm_eps pad_token_id"),
        **_any("num_labels id2label label2id embedding_size detector_size"),
        "model_type": ("bert", "electra"),
        "hidden_act": ("gelu", "gelu_python"),  # the same function
        "position_embedding_type": ("absolute",),
        "problem_type": (None, "single_label_classification", "multi_label_classification"),
        **dict.fromkeys(("is_decoder", "add_cross_attention", "is_encoder_decoder"), (False,)),
        "tie_word_embeddings": (True,),
        "pruned_heads": ({}, None),
        "quantization_config": (None,),
        # In training, or in how much is computed at once and given back:
        **_any("hidden_dropout_prob attention_probs_dropout_prob classifier_dropout"),
        **_any("initializer_range gradient_checkpointing chunk_size_feed_forward use_cache"),
        **_any("output_attentions output_hidden_states output_past return_dict torchscript"),
        **_any("dtype torch_dtype use_bfloat16 xla_device _attn_implementation_autoset"),
        # Where it comes from, and for models that write:
        **_any("architectures transformers_version _name_or_path name_or_path _commit_hash"),
        **_any("finetuning_task task_specific_params language model_max_length _num_labels"),
        **_any("bos_token_id eos_token_id eos_token_ids sep_token_id cls_token_id mask_token_id"),
        **_any("do_sample length_penalty max_length num_beams num_return_sequences"),
        **_any("repetition_penalty temperature top_k top_p"),
        # Of the first programs, and of heads that are not built here:
        **_any("directionality pooler_fc_size pooler_num_attention_heads pooler_num_fc_layers"),
        **_any("pooler_size_per_head pooler_type summary_activation summary_last_dropout"),
        **_any("summary_type summary_use_proj"),
    },
    "tokenizer_config.json": {
        **SPECIAL_TOKENS,
        "tokenizer_class": ("BertTokenizer", "BertTokenizerFast", None),
        "do_lower_case": BOOLEAN,
        "strip_accents": (None, *BOOLEAN),
        **dict.fromkeys(("tokenize_chinese_chars", "do_basic_tokenize", "clean_text"), (True,)),
        "never_split": (None, []),
        "wordpieces_prefix": ("##",),
        **dict.fromkeys(("padding_side", "truncation_side"), ("right",)),
        "model_input_names": (["input_ids", "token_type_ids", "attention_mask"],),
        **_any("added_tokens_decoder model_max_length"),
        # Of decoding, of calls, and where it comes from:
        **_any("clean_up_tokenization_spaces backend is_local local_files_only name_or_path"),
        **_any("special_tokens_map_file tokenizer_file use_fast verbose processor_class"),
        **_any("max_len max_length stride truncation_strategy pad_to_multiple_of"),
        **_any("pad_token_type_id chat_template"),
    },
    "special_tokens_map.json": SPECIAL_TOKENS,
    # BertTokenizer makes its own post-processor, and cuts and fills as its caller says.
    "tokenizer.json": {
        **_any("added_tokens normalizer pre_tokenizer model"),
        **_any("version truncation padding post_processor decoder"),
    },
    "tokenizer.json, normalizer": {
        "type": ("BertNormalizer",),
        **dict.fromkeys(("clean_text", "handle_chinese_chars"), (True,)),
        "strip_accents": (None, *BOOLEAN),
        "lowercase": BOOLEAN,
    },
    "tokenizer.json, pre_tokenizer": {"type": ("BertPreTokenizer",)},
    "tokenizer.json, model": {
        "type": ("WordPiece",),
        "unk_token": ("[UNK]",),
        "continuing_subword_prefix": ("##",),
        "max_input_chars_per_word": (100,),
        "vocab": ANY,
    },
    "sentence_bert_config.json": {
        "max_seq_length": ANY,
        "do_lower_case": BOOLEAN,
        "transformer_task": ("feature-extraction",),
        "modality_config": (
            {"text": {"method": "forward", "method_output_name": "last_hidden_state"}},
        ),
        "module_output_name": ("token_embeddings",),
        "unpad_inputs": ANY,
        **dict.fromkeys(("processing_kwargs", "model_args", "tokenizer_args"), (None, {})),
        **dict.fromkeys(("query_length", "document_length", "query_expansion"), (None,)),
    },
    "config_sentence_transformers.json": {
        "model_type": ("SentenceTransformer",),
        "default_prompt_name": (None,),
        **_any("__version__ prompts similarity_fn_name"),  # used if a caller says so
    },
    "1_Pooling/config.json": {
        **_any("embedding_dimension word_embedding_dimension include_prompt pooling_mode"),
        **_any("pooling_mode_cls_token pooling_mode_mean_tokens pooling_mode_max_tokens"),
        **_any("pooling_mode_mean_sqrt_len_tokens pooling_mode_weightedmean_tokens"),
        **_any("pooling_mode_lasttoken"),
    },
    "2_Normalize/config.json": dict.fromkeys(
        ("module_input_name", "module_output_name"), ("sentence_embedding",)
    ),
}


def check_entries(name: str, entries: Mapping[str, Any]) -> None:
    """Check that all entries of a file are known, and have values that are known.

    Args:
        name: A key of ``KNOWN``.
        entries: What the file holds.

    Raises:
        ValueError: If an entry might change ids, vectors or scores in a way that is not done here.
    """
    for entry, value in entries.items():
        if entry not in KNOWN[name]:
            raise ValueError(
                f"{name}: expected entries that are known, got {entry!r}: {value!r:.80}, which "
                "might change ids, vectors or scores; remove it if you know that it does not"
            )
        values, plain = KNOWN[name][entry], plain_token(value)
        if values is not ANY and not any(plain == v and type(plain) is type(v) for v in values):
            expected = " or ".join(map(repr, values))
            raise ValueError(f"{name}: {entry} must be {expected}, got {value!r:.80}")


def plain_token(value: Any) -> Any:
    """Return the text of a token that is stored with its settings, unless one of them is on."""
    if isinstance(value, dict) and not any(value.get(flag) for flag in FLAGS):
        return value.get("content", value)
    return value


def entries_of(folder: Path, name: str) -> dict[str, Any]:
    """Return the checked entries of a file of a folder; none, if it is not there.

    Raises:
        ValueError: If it holds no JSON object, or an entry that is not known.
    """
    entries = read_json(folder / name) if (folder / name).exists() else {}
    check_entries(name, entries)
    return entries


def check_added(name: str, added: Iterable[tuple[Any, Any]], ids: Mapping[str, int]) -> None:
    """Check that tokens which are added to a vocabulary are its special tokens, and no other.

    Args:
        name: The file that adds them.
        added: Each token, perhaps with its settings, and its id.
        ids: The special tokens' ids in the vocabulary.

    Raises:
        ValueError: If there is another: text would have to be searched for it before it is split.
    """
    for token, number in added:
        plain = plain_token(token)
        if not isinstance(plain, str) or ids.get(plain) != number:
            raise ValueError(
                f"{name}: expected no added tokens but {ids}, got {plain!r:.80} with id {number}"
            )
