import type { ReplyTone } from "../states.ts";

/**
 * The tone of a reply, by what people write in English, German, French, Spanish, Italian, Portuguese and Dutch. It is a
 * proposal: the user's word counts, and nothing is sent or stopped because of it.
 */

const RULES: readonly { tone: ReplyTone; words: RegExp }[] = [
	{
		tone: "wrong_person",
		words: phrases(
			...[
				"(not|n['’]t) the (right|best|correct) (person|contact)",
				"wrong (person|contact|address)",
				"no longer (with|at|work)",
			],
			...["(please )?(contact|reach out to|write to) my colleague", "not (responsible|in charge) (for|of)"],
			...["nicht (der|die) richtige (ansprechpartner|person|kontakt)", "nicht (mehr )?(dafür )?zuständig"],
			...[
				"(falscher|falsche) (ansprechpartner|person|kontakt)",
				"nicht mehr (bei|für) .{1,40} tätig",
				"pas la bonne personne",
			],
			...["pas le bon (contact|interlocuteur)", "ne (travaille|suis) plus (chez|à|dans)", "no soy la persona"],
			...["persona equivocada", "ya no trabajo", "non sono la persona", "persona sbagliata", "non lavoro più"],
			...[
				"não sou a pessoa",
				"pessoa errada",
				"já não trabalho",
				"niet de juiste (persoon|contactpersoon)",
				"verkeerde persoon",
			],
		),
	},
	{
		tone: "refused",
		words: phrases(
			...[
				"(not|n['’]t|no longer|never) (really |particularly |at all )?(be )?interested",
				"no,? thank(s| you)",
				"no interest",
			],
			...[
				"(please )?(stop|don['’]t|do not) (writ|email|contact|messag|send)(e|ing|e me|ing me)?",
				"(we|i)['’]ll pass",
				"take me off",
			],
			...[
				"remove me",
				"leave me alone",
				"kein(e|en)? (interesse|bedarf)",
				"nicht interessiert",
				"nein,? dank",
				"keine weiteren (mails|e-mails)",
			],
			...[
				"pas intéressée?s?",
				"ne m['’]intéresse pas",
				"non merci",
				"ne (plus )?me contacte[rz]",
				"no (estoy|estamos|me|nos) interesad[oa]s?",
				"no me interesa",
			],
			...[
				"no,? gracias",
				"non (sono|siamo|mi) interessat[oiae]",
				"non (mi|ci) interessa",
				"no,? grazie",
				"não (estou|estamos|tenho) interess",
			],
			...["não,? obrigad[oa]", "niet geïnteresseerd", "geen interesse", "nee,? (dank|bedankt)"],
		),
	},
	{
		tone: "not_now",
		words: phrases(
			...[
				"not (right )?now",
				"not at (this|the) (time|moment)",
				"not (a|the) (good|right) time",
				"(maybe|perhaps) later",
				"try (me )?again",
			],
			...[
				"(get|come|check) back (to me )?(in|next|later|after)",
				"circle back",
				"(next|later this) (quarter|year)",
				"too busy",
				"no budget",
			],
			...[
				"(im moment|derzeit|momentan|zurzeit|aktuell) (nicht|kein)",
				"später (noch ?mal|wieder)",
				"nächste[ns]? (quartal|jahr)",
				"keine zeit",
			],
			...[
				"pas (maintenant|pour le moment|pour l['’]instant|en ce moment)",
				"plus tard",
				"l['’]année prochaine",
				"(ahora|por ahora|de momento) no",
			],
			...[
				"más adelante",
				"el próximo (año|trimestre)",
				"(adesso|ora|per ora|al momento) (no|non)",
				"più avanti",
				"l['’]anno prossimo",
			],
			...[
				"(agora|de momento|por enquanto) não",
				"mais tarde",
				"próximo ano",
				"(nu|momenteel|op dit moment) (even )?niet",
				"volgend jaar",
			],
		),
	},
	{
		tone: "interested",
		words: phrases(
			...[
				"(sounds|looks) (good|great|interesting|perfect)",
				"(am|are|['’]m|['’]re|would be|['’]d be|very|quite) interested",
				"tell me more",
				"(yes|yeah|sure|of course|absolutely)[,.!]? (please|gladly|go ahead|send|call|let|why not|that works)",
				"(ja|oui|sí|si|sì|sim)[,.!]? (bitte|gerne|volontiers|avec plaisir|por favor|claro|volentieri|per favore|graag)",
			],
			...[
				"(happy|glad|love) to (talk|chat|hear|learn|meet|see|discuss)",
				"let['’]?s? (us )?(talk|meet|chat|schedule|set up|discuss)",
			],
			...[
				"(book|schedule|set up|arrange) (a )?(call|meeting|demo)",
				"(send|share) (me |us )?(more|the) (details|info|information|prices?|pricing)",
			],
			...[
				"(gladly|with pleasure)",
				"(klingt|hört sich) (gut|interessant|spannend)",
				"(gerne|sehr gern)",
				"interessiert (mich|uns)",
				"(bin|sind) (sehr )?interessiert",
			],
			...[
				"mehr (informationen|infos|details|erfahren)",
				"(ça|cela) m['’]intéresse",
				"(suis|sommes) (très )?intéressée?s?",
				"avec plaisir",
				"en savoir plus",
			],
			...[
				"me interesa",
				"(estoy|estamos) (muy )?interesad[oa]s?",
				"con (mucho )?gusto",
				"más (información|detalles)",
				"(mi|ci) interessa",
			],
			...[
				"(sono|siamo) (molto )?interessat[oiae]",
				"volentieri",
				"maggiori (informazioni|dettagli)",
				"(estou|tenho|estamos) (muito )?interess",
			],
			...[
				"com (muito )?(prazer|gosto)",
				"mais (informações|detalhes)",
				"(ben|zijn) (zeer |erg )?geïnteresseerd",
				"klinkt (goed|interessant)",
				"graag",
			],
		),
	},
];

/** @param alternatives regular expressions for whole words */
function phrases(...alternatives: string[]): RegExp {
	return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join("|")})(?![\\p{N}])`, "iu");
}

/** Text that is read: what matters comes first. */
const MAX_TEXT = 2_000;

/** @param text the beginning of a reply, without the message that it answers; null: no rule applies */
export function toneOf(text: string): ReplyTone | null {
	const start = text.slice(0, MAX_TEXT).replace(/\s+/g, " ");
	return RULES.find(({ words }) => words.test(start))?.tone ?? null;
}
