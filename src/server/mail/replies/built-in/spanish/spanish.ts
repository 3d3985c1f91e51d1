import type { Rules } from "../rules.ts";
import { meetingAnswers, questionAnswers } from "./questions.ts";
import { taskAnswers } from "./tasks.ts";

const FILE =
	/^(?:(?:le |te |les |os )?adjunt[oa]|(?:le|te|les|os) (?:envío|mando|adjuntamos|enviamos)(?: adjunt[oa])?|aquí (?:tiene|tienes)) ((?:el|la|los|las) [\p{L}-]{3,30})/iu;
const INTRODUCED = /(?:poner(?:te|le|os|les)? en contacto|(?:te|le|os|les) presento a|presentar(?:te|le|os|les) a)/iu;

function news(sentences: readonly string[], { hasFiles }: { hasFiles: boolean }): readonly string[] {
	if (sentences.some((one) => INTRODUCED.test(one))) return ["Gracias por ponernos en contacto."];
	const file = sentences.map((one) => FILE.exec(one)?.[1]).find((one) => one !== undefined);
	if (file === undefined || !hasFiles) return [];
	return [`Gracias por ${file}. Lo miro y respondo en cuanto pueda.`, `Gracias por ${file}.`];
}

export const spanish: Rules = {
	greeting: (name) => (name === null ? "Hola:" : `Hola, ${name.first}:`),
	close: (tone) => (tone === "professional" ? "Un saludo" : "Saludos"),
	answers(ask, address) {
		const readers = [meetingAnswers, questionAnswers, taskAnswers];
		return readers.map((read) => read(ask, address)).find((found) => found.length > 0) ?? [];
	},
	meets: meetingAnswers,
	toReader: /(?<!\p{L})(?:usted|le|les|su|sus|tú|te|tu|tus|por favor|pued\p{L}+|podr\p{L}+)(?!\p{L})/iu,
	onlyUrges:
		/^¿?(?:(?:por favor,? )?(?:dime|dígame|díganme|avísame|avíseme|confírmame|confírmeme|confirma|confirme|responde|responda)(?: (?:algo|pronto|por favor|si .{0,30}))?|(?:qué|cómo) (?:te|le|os|les) parece|(?:te|le|os|les) (?:viene|va|parece) bien|(?:quedo|quedamos) a la espera .{0,40}|(?:muchas )?gracias.{0,40})[.!?]*$/iu,
	news,
	thanks: { pattern: /^(?:muchas |mil )?gracias por /iu, answers: ["De nada."] },
	addressesMany:
		/^\s*(?:hola|buenos días|buenas tardes|estimad[oa]s|querid[oa]s),? (?:a )?(?:todos|todas|equipo|compañer\p{L}+|clientes?|socios|vecinos|amigos)|no (?:es necesario|hace falta) (?:responder|contestar)|no responda/iu,
	sells:
		/(?<!\p{L})(?:no le interesa\?|empresas como la (?:suya|tuya)|(?:he|hemos) (?:visto|encontrado|descubierto) su (?:web|página|empresa)|más (?:clientes|leads) (?:al|por) mes|sin compromiso)(?!\p{L})/iu,
	declines: ["Gracias por el mensaje, pero no me interesa."],
	relative:
		/(?<!\p{L})(?:hoy|(?<!la )mañana|ayer|esta (?:mañana|tarde|noche|semana)|la próxima semana|pasado mañana)(?!\p{L})/iu,
	familiar: /(?<!\p{L})(?:tú|te|ti|tus?|puedes|podrías|tienes|has|estás|quieres)(?!\p{L})/iu,
	relax: (text) => text.replace(/^Lamentablemente, /, "Lo siento, "),
};
