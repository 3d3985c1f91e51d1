/** A text that sentences may name as their source. */
export interface Source {
	id: string;
	/** All that a sentence may take from it. */
	text: string;
}

/** A sentence of a language model with its sources. */
export interface CitedSentence {
	text: string;
	/** Ids of its sources. */
	sources: string[];
	/** False: a number in it is in none of its sources. */
	isSupported: boolean;
}

/**
 * Sentences of a language model, which name their sources by numbers from 1. Those that name none are left out; those
 * with a number that is in none of their sources are marked.
 */
export function citedSentences(
	written: readonly { text: string; emails: readonly unknown[] }[],
	sources: readonly Source[],
): { sentences: CitedSentence[]; dropped: number } {
	const sentences: CitedSentence[] = [];
	let dropped = 0;
	for (const { text, emails: numbers } of written) {
		const named = [...new Set(numbers)].flatMap((number) =>
			typeof number === "number" ? (sources[number - 1] ?? []) : [],
		);
		if (named.length === 0) dropped++;
		else sentences.push({ text, sources: named.map(({ id }) => id), isSupported: isSupported(text, named) });
	}
	return { sentences, dropped };
}

function isSupported(sentence: string, sources: readonly Source[]): boolean {
	const numbers = new Set(sources.flatMap(({ text }) => text.match(/\d+/g) ?? []).map(Number));
	return (sentence.match(/\d+/g) ?? []).every((number) => numbers.has(Number(number)));
}
