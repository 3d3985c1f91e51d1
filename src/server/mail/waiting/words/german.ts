import type { Words } from "./words.ts";

const DELIVER =
	"(?:schicken|zuschicken|senden|zusenden|melden|antworten|prufen|nachsehen|nachschauen|klaren|nachfragen|liefern|mitbringen|bringen|weiterleiten|informieren|bescheid geben|ruckmeldung geben|anrufen)";

export const german: Words = {
	rhetorical: [
		"^(?:und |na,? )?wie geht(?:'s| es)",
		"^(?:noch |irgendwelche )?fragen ?\\?",
		"^(?:alles klar|wer weiss|oder|nicht wahr|stimmt's) ?\\??$",
	],
	asks: [
		"(?:ich|wir) (?:wurde|wurden|mochte|mochten)… (?:wissen|horen|erfahren)",
		"(?:was|wie) (?:meinst|denkst|halten|haltst|meinen|denken) (?:du|sie|ihr)",
		"uber (?:eine|ihre|deine|eure)(?: \\S{1,15})? (?:antwort|ruckmeldung|nachricht)… (?:freu~|dankbar|froh)",
		"(?:gib|geben sie|gebt)… (?:bescheid|ruckmeldung)",
		"(?:falls|wenn) (?:sie|du|ihr) (?:mochten|mochtest|wollen|willst|wollt|magst),? (?:\\S{1,15} )?(?:ich|wir)",
		"(?:ich|wir) (?:bitte|bitten) (?:um|sie|dich|euch)",
	],
	courtesies: [
		"bitte (?:entschuldig~|beacht~|gruss~|richt~… aus|dank~|bedank~|weiter so)",
		"(?:viele |liebe |schone )?grusse an",
		"(?:keine antwort|nicht zu antworten)",
	],
	promises: [
		`(?:ich|wir) (?:werde|werden)… ${DELIVER}`,
		"(?<!anbei |hiermit |anhang )(?:ich|wir) (?:schicke|schicken|sende|senden|melde|melden|prufe|prufen|klare|klaren|schaue|schauen|bringe|bringen|liefere|liefern|antworte|antworten|kummere|kummern|leite|gebe|geben)(?! anbei| hiermit| im anhang)",
		"(?<!anbei |hiermit )(?:schicke|sende|melde|bringe|liefere|prufe|klare|kummere) (?:ich|mich)",
	],
	closings: [
		"(?:vielen |herzlichen |besten )?dank~?",
		"(?:einverstanden|erledigt|bestatigt|passt|perfekt|alles klar|abgemacht|in ordnung|gern geschehen|bezahlt|uberwiesen|hat geklappt)",
	],
};
