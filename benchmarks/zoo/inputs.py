"""Random batches: each function makes one, with the labels from which the model's own head takes its loss."""

from __future__ import annotations

import torch

Batch = dict[str, torch.Tensor]
VOCABULARY = 99


def tokens(rows: int = 2, length: int = 12) -> torch.Tensor:
    """Token numbers that no tiny configuration takes for padding, start or end."""
    return torch.randint(5, VOCABULARY - 4, (rows, length))


def text() -> Batch:
    """Every token is its own label: what masked and causal heads take."""
    ids = tokens()
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": ids.clone()}


def text_class() -> Batch:
    ids = tokens()
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": torch.tensor([0, 1])}


def ended_text_class() -> Batch:
    """With an end of text, where the sentence is read off."""
    batch = text_class()
    batch["input_ids"][:, -1] = 2
    return batch


def text_tags() -> Batch:
    ids = tokens()
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": torch.randint(0, 2, ids.shape)}


def text_span() -> Batch:
    ids = tokens()
    ends = {"start_positions": torch.tensor([1, 2]), "end_positions": torch.tensor([3, 5])}
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), **ends}


def text_choice() -> Batch:
    ids = tokens(6).view(2, 3, 12)
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": torch.tensor([0, 2])}


def long_text() -> Batch:
    ids = tokens(2, 64)
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": ids.clone()}


def text_pair() -> Batch:
    """Masked tokens and a next-sentence label: both heads of pretraining."""
    return {**text(), "next_sentence_label": torch.tensor([0, 1])}


def text_only_input() -> Batch:
    """For models that know no attention mask."""
    ids = tokens()
    return {"input_ids": ids, "labels": ids.clone()}


def sequences() -> Batch:
    ids = tokens()
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": tokens(2, 7)}


def boxed_text() -> Batch:
    """Words with their boxes on a page."""
    corner = torch.randint(0, 40, (2, 12, 2))
    return {**text_tags(), "bbox": torch.cat([corner, corner + 20], dim=-1)}


def image(side: int = 32) -> torch.Tensor:
    return torch.randn(2, 3, side, side)


def image_class() -> Batch:
    return {"pixel_values": image(), "labels": torch.tensor([0, 1])}


def image_class_64() -> Batch:
    return {"pixel_values": image(64), "labels": torch.tensor([0, 1])}


def image_alone() -> Batch:
    """The image is its own label."""
    return {"pixel_values": image()}


def image_patches_masked() -> Batch:
    return {"pixel_values": image(), "bool_masked_pos": torch.rand(2, 64) < 0.5}


def image_segments() -> Batch:
    return {"pixel_values": image(64), "labels": torch.randint(0, 3, (2, 64, 64))}


def image_depths() -> Batch:
    return {"pixel_values": image(64), "labels": torch.rand(2, 64, 64) + 0.1}


def image_boxes() -> dict[str, object]:
    """Two images with two boxes each, as detectors want them."""
    boxes = torch.tensor([[0.3, 0.3, 0.2, 0.2], [0.6, 0.5, 0.3, 0.4]])
    return {
        "pixel_values": image(64),
        "labels": [{"class_labels": torch.tensor([0, 1]), "boxes": boxes.clone()} for _ in range(2)],
    }


def image_masks() -> dict[str, object]:
    return {
        "pixel_values": image(64),
        "mask_labels": [(torch.rand(2, 64, 64) > 0.5).float() for _ in range(2)],
        "class_labels": [torch.tensor([0, 1]) for _ in range(2)],
    }


def video_class() -> Batch:
    return {"pixel_values": torch.randn(2, 4, 3, 32, 32), "labels": torch.tensor([0, 1])}


def image_and_text() -> Batch:
    """Pairs for a contrastive loss."""
    ids = tokens()
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "pixel_values": image()}


def image_caption() -> Batch:
    return {**image_and_text(), "labels": tokens()}


def image_written() -> Batch:
    """An image in, a text out."""
    return {"pixel_values": image(), "labels": tokens(2, 7)}


def image_in_text(image_token: int = 98, count: int = 4) -> Batch:
    """A text with places for the parts of an image."""
    batch = text()
    batch["input_ids"][:, 1 : 1 + count] = image_token
    return {**batch, "pixel_values": image()}


def sound() -> torch.Tensor:
    return torch.randn(2, 2000)


def sound_written() -> Batch:
    return {"input_values": sound(), "labels": torch.randint(1, 20, (2, 3))}


def sound_class() -> Batch:
    return {"input_values": sound(), "labels": torch.tensor([0, 1])}


def spectrum_written() -> Batch:
    return {"input_features": torch.randn(2, 16, 60), "labels": tokens(2, 7)}


def spectrum_frames_written() -> Batch:
    return {"input_features": torch.randn(2, 60, 16), "labels": torch.randint(5, 90, (2, 4))}


def spectrum_class() -> Batch:
    return {"input_values": torch.randn(2, 24, 16), "labels": torch.tensor([0, 1])}


def series() -> Batch:
    """Past and future of a quantity, with one feature of time."""
    return {
        "past_values": torch.randn(2, 21),
        "past_time_features": torch.randn(2, 21, 1),
        "past_observed_mask": torch.ones(2, 21),
        "future_values": torch.randn(2, 4),
        "future_time_features": torch.randn(2, 4, 1),
        "future_observed_mask": torch.ones(2, 4),
    }


def channels() -> Batch:
    return {"past_values": torch.randn(2, 16, 3), "future_values": torch.randn(2, 4, 3)}
