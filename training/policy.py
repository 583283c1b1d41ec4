"""The network as a MaskablePPO policy: masked choice, its log probability, value and entropy."""

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn import functional as F

from .network import Network
from .rows import Packed, pack

NEVER = -1e9  # logit of an illegal choice; exp of it is exactly 0 in float32


def mask_logits(logits, mask):
    """Logits with `NEVER` where `mask` (bool, same shape) is false."""
    return logits.masked_fill(~mask, NEVER)


class FoemindPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy around one `Network`; it accepts observations as dicts of integer tensors or packed.

    The rollout passes whole observations, the buffer gives packed ones back. No features are extracted or cast on the way. network: arguments of `Network`.
    """

    def __init__(self, *args, network=None, **kwargs):
        self.made_of = network or {}
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule):
        self.network = Network(**self.made_of)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _mask(self, action_masks, batch):
        if action_masks is None:
            return torch.ones((batch, int(self.action_space.n)), dtype=torch.bool, device=self.device)
        return torch.as_tensor(np.asarray(action_masks) if isinstance(action_masks, list) else action_masks,
                               dtype=torch.bool, device=self.device).reshape(batch, -1)

    def score(self, obs, action_masks=None):
        """Masked logits float32 (B, actions), value float32 (B,) and the mask bool (B, actions)."""
        mask = self._mask(action_masks, obs.batch if isinstance(obs, Packed) else len(obs["map"]))
        logits, value = self.network(obs if isinstance(obs, Packed) else pack(obs, mask))
        return mask_logits(logits, mask), value, mask

    def forward(self, obs, deterministic=False, action_masks=None):
        """Choices int64 (B,), values (B, 1) and log probabilities (B,)."""
        logits, value, _ = self.score(obs, action_masks)
        log_probs = F.log_softmax(logits, 1)
        choices = self._choose(log_probs, deterministic)
        return choices, value.unsqueeze(1), log_probs.gather(1, choices.unsqueeze(1)).squeeze(1)

    @staticmethod
    def _choose(log_probs, deterministic):
        return log_probs.argmax(1) if deterministic else torch.multinomial(log_probs.exp(), 1).squeeze(1)

    def evaluate_actions(self, obs, actions, action_masks=None):
        """Values (B, 1), log probabilities (B,) of `actions` and entropies (B,) over what is legal."""
        logits, value, _ = self.score(obs, action_masks)
        log_probs = F.log_softmax(logits, 1)
        entropy = -(log_probs.exp() * log_probs).sum(1)  # an illegal choice counts 0 * -1e9 = 0
        return value.unsqueeze(1), log_probs.gather(1, actions.long().reshape(-1, 1)).squeeze(1), entropy

    def predict_values(self, obs):
        """Values (B, 1); no square is scored for them."""
        return self.network(obs if isinstance(obs, Packed) else pack(obs))[1].unsqueeze(1)

    def get_distribution(self, obs, action_masks=None):
        """SB3's masked distribution over the choices, for callers that want one."""
        logits, _, mask = self.score(obs, action_masks)
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        distribution.apply_masking(mask)
        return distribution

    def _predict(self, observation, deterministic=False, action_masks=None):
        logits, _, _ = self.score(observation, action_masks)
        return self._choose(F.log_softmax(logits, 1), deterministic)
