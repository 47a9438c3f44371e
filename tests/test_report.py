"""The report: made from report.json alone, in two languages, with charts that lack no letter."""

from __future__ import annotations

import csv
import io
import json
import re
from copy import copy
from html.parser import HTMLParser
from string import Formatter
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
import polars as pl
import pytest
from matplotlib import font_manager
from PIL import Image
from recorded.made_up import make_up

from hupai.analysis import balance
from hupai.analysis.document import Document, Estimate, Finding
from hupai.ext.errors import UsageError
from hupai.ext.rules import definition, topics, variants
from hupai.reports import numbers, report, write_report
from hupai.reports.answers import chart_key
from hupai.reports.blocks import amount_cell, share_cell
from hupai.reports.charts import PAINTERS, draw
from hupai.reports.charts.canvas import as_png
from hupai.reports.charts.canvas import blank as canvas_of
from hupai.reports.fonts import FAMILY, font_face, lettering
from hupai.reports.sections import all_tables, sections
from hupai.reports.tables import fans
from hupai.reports.verdict import sentence
from hupai.reports.words import LANGS, Words, messages

if TYPE_CHECKING:
    from pathlib import Path

    from recorded.made_up import MadeUp

    from hupai.reports.charts import Chart

HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> MadeUp:
    return make_up(
        tmp_path_factory.mktemp("run"),
        hands=3_200,
        fan_values={"seven_pairs": 20},
        strategies=("speed", "speed", "greedy", "random"),
    )


@pytest.fixture(scope="module")
def told(run: MadeUp) -> dict[str, Any]:
    return balance(run).to_json()


@pytest.fixture(scope="module")
def folder(told: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("report")
    for lang in LANGS:
        write_report(told, out, lang=lang, formats=("html", "png", "csv", "json"))
    return out


@pytest.fixture(scope="module")
def charts(told: dict[str, Any]) -> dict[str, dict[str, Chart]]:
    return {lang: draw(Document.model_validate(told), Words(lang)) for lang in LANGS}


class Page(HTMLParser):
    """Gathers a page's texts, identifiers, links and tables."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.identifiers: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "wbr"):
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.identifiers.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.addresses.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script") and data.strip():
            self.texts.append(data.strip())


def page_of(folder: Path, lang: str) -> str:
    return (folder / f"report.{lang}.html").read_text(encoding="utf-8")


class TestPage:
    @pytest.mark.parametrize("lang", LANGS)
    def test_is_well_formed_and_needs_nothing_from_elsewhere(self, folder: Path, lang: str) -> None:
        page = Page(page_of(folder, lang))
        assert page.open == []
        assert len(page.identifiers) == len(set(page.identifiers))
        assert all(address.startswith(("#", "data:")) for address in page.addresses)
        inner = {address[1:] for address in page.addresses if address.startswith("#")}
        assert inner <= set(page.identifiers)

    @pytest.mark.parametrize("lang", LANGS)
    def test_is_small(self, folder: Path, lang: str) -> None:
        assert (folder / f"report.{lang}.html").stat().st_size < 3_000_000

    def test_same_json_same_page(self, told: dict[str, Any], folder: Path, tmp_path: Path) -> None:
        write_report(json.loads(json.dumps(told)), tmp_path, lang="zh")
        assert (tmp_path / "report.zh.html").read_bytes() == (folder / "report.zh.html").read_bytes()
        write_report(json.loads((folder / "report.json").read_text()), tmp_path, lang="en")
        assert (tmp_path / "report.en.html").read_bytes() == (folder / "report.en.html").read_bytes()

    def test_english_page_has_no_other_chinese_than_the_variants(
        self, folder: Path, told: dict[str, Any]
    ) -> None:
        own = json.dumps(told, ensure_ascii=False)
        strays = [text for text in Page(page_of(folder, "en")).texts if HAN.search(text)]
        for text in strays:
            for part in re.findall(r"[\u4e00-\u9fff]+", text):
                assert part in own, text

    def test_chinese_page_leaves_no_english_sentence(self, folder: Path) -> None:
        texts = Page(page_of(folder, "zh")).texts
        english = [
            text for text in texts if re.search(r"[a-z]+ [a-z]+ [a-z]+", text) and not HAN.search(text)
        ]
        assert [text for text in english if not text.startswith(("hupai ", "speed"))] == []

    @pytest.mark.parametrize("lang", LANGS)
    def test_the_first_screen_answers(self, folder: Path, lang: str) -> None:
        html = page_of(folder, lang)
        first = html[html.index('id="verdict"') : html.index("<nav")]
        assert first.count("<li>") == 3
        assert first.count("95%") >= 6
        assert 'class="check sound"' in first

    def test_seats_are_whole_numbers(self, told: dict[str, Any]) -> None:
        score = Estimate(value=1.0, low=0.5, high=1.5, n=1000, how="tables")
        finding = Finding(
            question="fair",
            kind="strategies_differ",
            weight=0.9,
            estimates={"best": score, "worst": score},
            numbers={"best_seat": 0, "worst_seat": 2},
        )
        said = sentence(finding, Document.model_validate(told), Words("en"))
        assert "seat 0 scores" in said
        assert "seat 2 +1.0" in said

    def test_fans_are_counted_in_whole_numbers(self, told: dict[str, Any]) -> None:
        document = Document.model_validate(told)
        finding = Finding(
            question="price",
            kind="fans_never",
            weight=0.5,
            numbers={"fans": 4, "all": 24},
            texts={"fan": document.fans[0].title},
        )
        assert "24 个番中有 4 个" in sentence(finding, document, Words("zh"))
        assert "4 of 24 come up" in sentence(finding, document, Words("en"))

    def test_options_stand_under_the_name_that_scripts_use(self, folder: Path, told: dict[str, Any]) -> None:
        option = next(found for found in told["rules"]["options"] if found["changed"])
        cells = [
            table.rows[told["rules"]["options"].index(option)][0]
            for table in all_tables(sections(Document.model_validate(told), {}, Words("zh")))
            if table.key == "options"
        ]
        assert [cell.shown for cell in cells] == [option["title"]["zh"]]
        assert cells[0].small.split(" · ") == [option["name"], option["clause"]]
        assert f"<b>{option['title']['zh']} {option['name']}</b>" in page_of(folder, "zh")

    @pytest.mark.parametrize("lang", LANGS)
    def test_the_command_that_makes_it_again_says_the_language(self, folder: Path, lang: str) -> None:
        assert f"<code>hupai report RUN --out DIR --lang {lang}</code>" in page_of(folder, lang)

    def test_changed_options_are_marked(self, folder: Path) -> None:
        assert "seven_pairs = 20" in page_of(folder, "en")

    def test_every_number_has_its_interval(self, told: dict[str, Any]) -> None:
        document = Document.model_validate(told)
        words = Words("en")
        for table in all_tables(sections(document, {}, words)):
            for row in table.rows:
                for cell, column in zip(row, table.columns, strict=True):
                    assert len(cell.raw) == len(column.fields)
                    value, low, high = cell.raw[0], *(cell.raw[1:3] if len(cell.raw) == 4 else (0, 0))
                    if (
                        cell.shown
                        and len(cell.raw) == 4
                        and value is not None
                        and low is not None
                        and low != high
                    ):
                        assert cell.small, (table.key, cell)
                        assert high is None or low <= value <= high  # type: ignore[operator]

    def test_a_run_that_does_not_balance_says_so(self, tmp_path: Path) -> None:
        broken = make_up(tmp_path / "run", hands=160)
        broken.hands = broken.hands.with_columns((pl.col("pay_0") + 1).alias("pay_0"))
        report(broken, tmp_path)
        assert 'class="check unsound"' in page_of(tmp_path, "en")

    def test_a_run_in_which_nobody_wins(self, tmp_path: Path) -> None:
        quiet = make_up(tmp_path / "run", hands=64)
        zeros = [pl.lit(0).alias(f"{name}_{seat}") for name in ("pay", "win", "dealer") for seat in range(4)]
        quiet.hands = quiet.hands.with_columns(
            *zeros, pl.lit("draw").alias("end"), pl.lit(0).alias("winners")
        )
        quiet.wins = quiet.wins.clear()
        for lang in LANGS:
            write_report(balance(quiet).to_json(), tmp_path, lang=lang, formats=("html", "png", "csv"))
            assert Page(page_of(tmp_path, lang)).open == []


class TestCharts:
    @pytest.mark.parametrize("lang", LANGS)
    def test_png_files_are_pictures(self, folder: Path, lang: str) -> None:
        for key in PAINTERS:
            with Image.open(folder / "charts" / f"{key}.{lang}.png") as picture:
                assert picture.width == 1040
                assert picture.height > 400

    def test_png_files_tell_what_they_show(self) -> None:
        with lettering():
            short, long = (
                Image.open(io.BytesIO(as_png(canvas_of(1.0)[0], title, "合肥 · 100 局")))
                for title in ("胡牌", "番种所占的胡牌所得" * 12)
            )
        for picture, reach in ((short, 100), (long, 1040)):
            ink = np.asarray(picture.convert("L")) < 200
            title, foot = ink[:60], ink[-40:]
            assert picture.height == 200 + 60 + 40
            assert 0.5 * reach < np.flatnonzero(title.any(axis=0)).max() < min(reach, 1030)
            assert foot.any()
            # Neither is cut off, and neither meets the picture.
            assert not ink[[0, 59, -40, -1]].any()

    @pytest.mark.parametrize("lang", LANGS)
    def test_every_chart_has_its_sentence(self, charts: dict[str, dict[str, Chart]], lang: str) -> None:
        own = {
            chart_key(topic.key, table.key)
            for topic in topics("hefei")
            for table in topic.tables
            if table.chart
        }
        assert own
        assert set(charts[lang]) == set(PAINTERS) | own
        for chart in charts[lang].values():
            assert len(chart.sentence) > 15
            assert chart.svg.startswith('<svg role="img" aria-label=')
            assert "<text" not in chart.svg

    @pytest.mark.parametrize("lang", LANGS)
    def test_no_glyph_is_missing_in_any_name(self, lang: Any) -> None:
        # A missing glyph is a warning of matplotlib's, and warnings are errors here.
        from matplotlib.figure import Figure

        words = Words(lang)
        names = [text[lang] for text in messages().values()]
        for name in variants():
            known = definition(name)
            said = [known.variant, *known.fans, *known.parts, *known.columns, known.variant.unit]
            names += [words.of(text) for text in said]  # type: ignore[arg-type]
        with lettering():
            figure = Figure(figsize=(4, 4))
            for text in names:
                figure.text(0, 0, text.replace("$", ""))
            figure.text(0, 0, "− ± Δ × ÷ … – ≥ ≤ ∞ ← →")
            figure.canvas.draw()

    def test_the_users_matplotlib_is_left_alone(
        self, told: dict[str, Any], charts: dict[str, dict[str, Chart]]
    ) -> None:
        settings = dict(mpl.rcParams)
        fonts = list(font_manager.fontManager.ttflist)
        with mpl.rc_context({"font.size": 33.0, "axes.grid": False}):
            loud = draw(Document.model_validate(told), Words("zh"))
            assert mpl.rcParams["font.size"] == 33.0
        assert dict(mpl.rcParams) == settings
        assert font_manager.fontManager.ttflist == fonts
        assert loud == charts["zh"]

    def test_the_font_is_there_inside_only(self) -> None:
        assert FAMILY not in {entry.name for entry in font_manager.fontManager.ttflist}
        with lettering():
            assert FAMILY in {entry.name for entry in font_manager.fontManager.ttflist}

    def test_the_page_brings_its_own_characters(self) -> None:
        rule = font_face("七对 and 清一色")
        assert rule.startswith("@font-face")
        assert rule == font_face("清一色七对")


class TestFiles:
    def test_tables_as_csv(self, folder: Path, told: dict[str, Any]) -> None:
        with (folder / "tables" / "fans.zh.csv").open(encoding="utf-8-sig", newline="") as opened:
            rows = list(csv.DictReader(opened))
        by_fan = {row["fan"]: row for row in rows}
        for fan in told["fans"]:
            assert float(by_fan[fan["id"]]["rate"]) == fan["rate"]["value"]
            assert float(by_fan[fan["id"]]["rate_low"]) == fan["rate"]["low"]
        assert sum(float(row["share"]) for row in rows) == pytest.approx(1)

    def test_every_table_of_the_page_is_a_file(self, folder: Path, told: dict[str, Any]) -> None:
        tables = all_tables(sections(Document.model_validate(told), {}, Words("en")))
        wanted = {f"{table.key}.{lang}.csv" for table in tables for lang in LANGS}
        assert {path.name for path in (folder / "tables").iterdir()} == wanted

    def test_a_fan_never_seen_says_so_beside_its_share(self, tmp_path: Path) -> None:
        small = make_up(tmp_path / "run", hands=160)
        document = balance(small).document
        never = [fan for fan in document.fans if not fan.count]
        few = [fan for fan in document.fans if 0 < fan.count < 10]
        assert never
        assert few
        for fan in never:
            assert (fan.share.value, fan.share.low, fan.share.n) == (0.0, None, 0)
        for fan in few:
            assert (fan.points.low, fan.points.n, fan.share.low, fan.share.n) == (
                None,
                fan.count,
                None,
                fan.count,
            )
        table = fans(document, Words("en"))
        smalls = {row[0].raw[0]: (row[7].small, row[8].small) for row in table.rows}
        assert all(smalls[fan.id] == ("", "n = 0") for fan in never)
        assert all(smalls[fan.id] == (f"n = {fan.count}",) * 2 for fan in few)

    def test_report_json_holds_no_rows(self, folder: Path, run: MadeUp) -> None:
        text = (folder / "report.json").read_text(encoding="utf-8")
        assert len(text) < 300_000
        longest = max(len(found) for found in lists_in(json.loads(text)))
        assert longest < 250 < run.manifest.hands

    def test_report_writes_the_page_and_the_json(self, run: MadeUp, tmp_path: Path) -> None:
        written = report(run, tmp_path / "new" / "folder", lang="zh")
        assert [path.name for path in written] == ["report.zh.html", "report.json"]
        assert [path.name for path in sorted(written[0].parent.iterdir())] == [
            "report.json",
            "report.zh.html",
        ]

    def test_json_only(self, told: dict[str, Any], tmp_path: Path) -> None:
        assert [path.name for path in write_report(told, tmp_path, formats=["json"])] == ["report.json"]

    def test_wrong_arguments(self, told: dict[str, Any], tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="Did you mean html"):
            write_report(told, tmp_path, formats=["htm"])
        with pytest.raises(UsageError, match="zh, en"):
            write_report(told, tmp_path, lang="fr")  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="format 2"):
            write_report({**told, "format": 99}, tmp_path)
        with pytest.raises(UsageError, match=r"positions\.0"):
            write_report({**told, "positions": [{}]}, tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_cannot_be_written(self, told: dict[str, Any], tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(UsageError, match="is a file; a report is a folder"):
            write_report(told, tmp_path / "file", formats=["json"])
        with pytest.raises(UsageError, match="cannot be written: Not a directory"):
            write_report(told, tmp_path / "file" / "inner", formats=["json"])

    def test_a_file_in_the_place_of_the_folder_is_told_at_once(self, run: MadeUp, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        run = copy(run)
        del run.hands  # nothing is estimated first
        with pytest.raises(UsageError, match="is a file; a report is a folder"):
            report(run, tmp_path / "file")


def lists_in(value: Any) -> list[list[Any]]:
    if isinstance(value, dict):
        return [found for inner in value.values() for found in lists_in(inner)]
    if isinstance(value, list):
        return [value, *(found for inner in value for found in lists_in(inner))]
    return []


class TestWords:
    def test_both_languages_have_the_same_holes(self) -> None:
        for key, texts in messages().items():
            assert set(texts) == set(LANGS), key
            holes = [{name for _, name, _, _ in Formatter().parse(texts[lang]) if name} for lang in LANGS]
            assert holes[0] == holes[1] or key.startswith(("finding.", "sentence.", "check.")), key

    def test_every_message_is_of_its_language(self) -> None:
        for key, texts in messages().items():
            assert not HAN.search(texts["en"]), key
        same = {key for key, texts in messages().items() if texts["zh"] == texts["en"]}
        assert same <= {"page.csv", "position.1", "position.2", "position.3"}

    def test_no_space_stands_between_chinese_words(self) -> None:
        for key, texts in messages().items():
            assert key == "axis.outcomes" or not re.search(
                r"[\u4e00-\u9fff] +(?:[\u4e00-\u9fff]|\{unit\})", texts["zh"]
            ), key

    def test_an_unknown_message_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            Words("en")("no.such.message")
        with pytest.raises(KeyError):
            Words("en")("or_more")


class TestNumbers:
    def estimate(self, value: float, low: float, high: float, how: str = "wilson") -> Estimate:
        return Estimate(value=value, low=low, high=high, n=1000, events=None, how=how)

    @pytest.mark.parametrize(
        ("value", "low", "high", "shown", "interval"),
        [
            (0.28734, 0.2797, 0.2951, "28.7%", "28.0–29.5%"),
            (0.28734, 0.2861, 0.2886, "28.73%", "28.61–28.86%"),
            (0.0000123, 0.000008, 0.000017, "0.0012%", "0.0008–0.0017%"),
        ],
    )
    def test_percent(self, value: float, low: float, high: float, shown: str, interval: str) -> None:
        estimate = self.estimate(value, low, high)
        assert (numbers.percent(estimate), numbers.percent_interval(estimate)) == (shown, interval)

    def test_none_and_all_seen(self) -> None:
        none = self.estimate(0, 0, 0.003, "none_seen")
        assert (numbers.percent(none), numbers.percent_interval(none)) == ("0%", "< 0.30%")
        every = self.estimate(1, 0.997, 1, "all_seen")
        assert (numbers.percent(every), numbers.percent_interval(every)) == ("100%", "> 99.70%")

    def test_few_observations_are_named_in_place_of_an_interval(self) -> None:
        mean = Estimate(value=18.0, low=None, high=None, n=2, how="too_few")
        assert (amount_cell(mean).shown, amount_cell(mean).small) == ("18", "n = 2")
        tiny = mean.model_copy(update={"value": 0.0000123})
        assert (share_cell(tiny).shown, share_cell(tiny).small) == ("0.0012%", "n = 2")
        assert amount_cell(mean.model_copy(update={"n": 16})).small == ""  # of one table

    def test_minus_is_a_true_minus(self) -> None:
        loss = self.estimate(-1.664, -2.31, -1.01)
        assert numbers.amount(loss, plus=True) == "−1.7"
        assert numbers.interval(loss, plus=True) == "−2.3 … −1.0"
        assert numbers.fixed(-0.001, 1) == "0.0"
        assert numbers.signed(1234.5, 1) == "+1,234.5"

    def test_significant(self) -> None:
        assert [numbers.significant(n) for n in (1.1, 42.84, 1234.5, 1_049_600, None)] == [
            "1.10",
            "42.8",
            "1,230",
            "1,050,000",
            "–",
        ]
