from odograph.judge import CLAIM_SUPPORT, Claims, check_verdicts


def test_the_examples_of_the_task_keep_its_own_rule() -> None:
    for given, answer in CLAIM_SUPPORT.examples:
        assert check_verdicts(answer.verdicts, len(given.claims))


def test_the_prompt_shows_claims_and_contexts() -> None:
    prompt = CLAIM_SUPPORT.render(Claims(claims=["It rains."], contexts=["It is wet."]))
    assert '"It rains."' in prompt
    assert '"It is wet."' in prompt
