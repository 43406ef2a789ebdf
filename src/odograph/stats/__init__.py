"""How sure a figure is, and how many values stand behind it."""

from odograph.stats.agreement import Scale, Weights, cohens_kappa, krippendorffs_alpha
from odograph.stats.bootstrap import bootstrap_interval
from odograph.stats.discovery import benjamini_hochberg, fisher_exact_test
from odograph.stats.interval import (
    Estimate,
    Interval,
    clopper_pearson_interval,
    rule_of_three,
    wilson_interval,
)
from odograph.stats.judged import correct_judged_rate
from odograph.stats.mean import Mean, mean_with_count
from odograph.stats.means import rate_interval, ratio_interval, t_interval
from odograph.stats.paired import PairedComparison, compare_paired, mcnemar_test
from odograph.stats.passes import mean_pass_at_k, mean_pass_hat_k, pass_at_k, pass_hat_k
from odograph.stats.permutation import sign_flip_test
from odograph.stats.power import power_of_comparison, required_cases, required_repeats
from odograph.stats.verdicts import FailureShare, failure_attribution, task_success_rate

__all__ = (
    "Estimate",
    "FailureShare",
    "Interval",
    "Mean",
    "PairedComparison",
    "Scale",
    "Weights",
    "benjamini_hochberg",
    "bootstrap_interval",
    "clopper_pearson_interval",
    "cohens_kappa",
    "compare_paired",
    "correct_judged_rate",
    "failure_attribution",
    "fisher_exact_test",
    "krippendorffs_alpha",
    "mcnemar_test",
    "mean_pass_at_k",
    "mean_pass_hat_k",
    "mean_with_count",
    "pass_at_k",
    "pass_hat_k",
    "power_of_comparison",
    "rate_interval",
    "ratio_interval",
    "required_cases",
    "required_repeats",
    "rule_of_three",
    "sign_flip_test",
    "t_interval",
    "task_success_rate",
    "wilson_interval",
)
