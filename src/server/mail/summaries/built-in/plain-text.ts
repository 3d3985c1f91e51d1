import { trimEndOf } from "#shared/trim.ts";

/** Said of mail that is links, images, thanks or a word or two. */
export const TOO_LITTLE = "This email has too little text to summarize.";

/** Links, and what mail programs put in their place. */
export const LINK =
	/[[<(]?[ \t]{0,2}(?:https?:\/\/|www\.|mailto:|[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\/)[^\s\])>]*[ \t]{0,2}[\])>]?|\[(?:image|cid|img)\b[^\]]{0,300}\]|<[^<>]{1,300}>/giu;
/** Regular expressions, paths and identifiers of programs: signs that no prose has, inside a word. */
const CODE = /(?<!\S)(?=\S*[\\[\]{}|=<>~^$])(?=\S{6})\S+/g;
/** A marker of emphasis around words. */
const EMPHASIS = /(?<!\S)([*_]+"?)(?=\S)([^*_\n]{1,80})(?<=\S)("?[*_]+)(?!\p{L})/gu;
/** What is left where a link was. */
const DANGLING = /(?:\s(?:here|at|under|hier|unter|ici|aquí|en))?\s?[:–-]?$/iu;

/** A sentence as prose: without links, with `…` for a word of code; empty if it is code, or nothing else is left. */
export function plainSentence(sentence: string): string {
	const marked = sentence.replaceAll(EMPHASIS, "$2");
	const linked = marked.replaceAll(LINK, " ");
	const isCut = linked.trimEnd().length < marked.trimEnd().length && /\s$/.test(linked);
	const coded = (isCut ? linked.trimEnd().replace(DANGLING, "").trimEnd() : linked).replaceAll(CODE, "…");
	if ((coded.match(/(?<!\S)…(?!\S)/g)?.length ?? 0) > 1 || coded.trim() === "…") return "";
	const plain = coded
		.replaceAll(/\s+/g, " ")
		.replaceAll(/ (?=[,.;!?])/g, "")
		.trim();
	return trimEndOf(plain, "-|=_~#»> ");
}
