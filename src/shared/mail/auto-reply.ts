import { type HeaderField, headerText } from "./headers.ts";
import { fieldOf } from "./mime-parts.ts";

/** Fields that only automatic replies have; the last one is of requests to confirm that the sender is a person. */
export const REPLY_FIELDS: readonly string[] = [
	...["x-autoreply", "x-autorespond", "x-autoresponder", "x-autoreply-from", "x-mail-autoreply", "x-autoreply-subject"],
	...["x-vacation", "x-fc-machinegenerated", "x-ms-exchange-inbox-rules-autoreply", "x-bluebottle-request"],
];

/** How subjects of automatic replies begin, in several languages, after reply prefixes and brackets. */
const SUBJECT =
	/^(?:(?:re|aw|sv|odp):)?[\s[(]*(?:auto(?:matic)?[ -]?(?:reply|response|matic reply)|auto:|out[ -]of[ -](?:the[ -])?office|vacation reply|automatische antwort|abwesenheits|abwesend|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede|resposta automática|ausência temporária|automatisch antwoord|afwezig|autosvar|automatiskt svar|frånvaro|automatisk svar|automatyczna odpowied|automaattinen vastaus|automatická odpověď|автоматический ответ|自動返信|自动回复|자동 회신)|\((?:automatic response|out of office)\)$/iu;

/**
 * Whether a message was written by a program: an automatic reply such as out-of-office, or another automatic message.
 * Null: by a person, as far as its header shows (RFC 3834 §5, and the fields of common mail systems).
 */
export function automaticKind(fields: readonly HeaderField[]): "auto-replied" | "auto-generated" | null {
	const submitted =
		fieldOf(fields, "auto-submitted")
			.split(/[;\s(]/, 1)[0]
			?.toLowerCase() ?? "";
	if (submitted === "auto-replied") return "auto-replied";
	if (fields.some(({ name }) => REPLY_FIELDS.includes(name))) return "auto-replied";
	const precedence = fieldOf(fields, "precedence").trim().toLowerCase();
	if (/^auto[_-]?reply$/.test(precedence)) return "auto-replied";
	if (SUBJECT.test(headerText(fieldOf(fields, "subject")).slice(0, 500).trim())) return "auto-replied";
	if (submitted !== "" && submitted !== "no") return "auto-generated";
	if (/^(?:bulk|junk)$/.test(precedence)) return "auto-generated";
	const suppressed = fieldOf(fields, "x-auto-response-suppress").toLowerCase();
	return /\b(?:all|oof|autoreply)\b/.test(suppressed) ? "auto-generated" : null;
}
