/** Words of one person as the other says them: "send me your form" becomes "send you my form". */

const TURNED: Readonly<Record<string, string>> = {
	...{ me: "you", us: "you", my: "your", our: "your", mine: "yours", ours: "yours" },
	...{ your: "my", yours: "mine", yourself: "myself", myself: "yourself" },
};
/** Whose person is not certain, in a subordinate clause for example. */
const UNCERTAIN = /\b(?:i|we|you|he|she|they)\b|\b(?:i|we|you|he|she|they|it)'/i;
/** A comma before more of the same clause. */
const JOINED = /, (?=(?:with|without|and|including|in|for|by|on)\b)/gi;
/** Marks that show more than one clause, or no prose. */
const MARKS = /[?!;:()"“”[\]<>|…]|\.\s|--|https?/;

/** The words turned; null: there are pronouns or marks that leave doubt. @param you what "you" becomes; null: it is in doubt */
export function turned(words: string, you: string | null = null): string | null {
	const text = you === null ? words : words.replaceAll(/\byou\b/gi, "\0");
	if (UNCERTAIN.test(text) || MARKS.test(text.replaceAll(JOINED, " ")) || text.length > 140) return null;
	const swapped = text.replaceAll(
		/\b(?:me|us|my|our|mine|ours|your|yours|yourself|myself)\b/gi,
		(word) => TURNED[word.toLowerCase()] ?? word,
	);
	return you === null ? swapped : swapped.replaceAll("\0", you);
}

const IRREGULAR: Readonly<Record<string, string>> = {
	...{
		get: "got",
		see: "saw",
		find: "found",
		send: "sent",
		pay: "paid",
		read: "read",
		have: "had",
		make: "made",
		buy: "bought",
	},
	...{
		bring: "brought",
		take: "took",
		write: "wrote",
		speak: "spoke",
		meet: "met",
		hear: "heard",
		go: "went",
		come: "came",
	},
	...{
		leave: "left",
		give: "gave",
		tell: "told",
		sell: "sold",
		do: "did",
		keep: "kept",
		hold: "held",
	},
	...{
		order: "ordered",
		submit: "submitted",
		try: "tried",
		reply: "replied",
		talk: "talked",
		book: "booked",
		receive: "received",
	},
	...{
		manage: "managed",
		decide: "decided",
		check: "checked",
		sign: "signed",
		call: "called",
		ask: "asked",
		finish: "finished",
	},
};

/** "Received" of "receive"; null: not known. */
export function pastOf(verb: string): string | null {
	return Object.hasOwn(IRREGULAR, verb) ? (IRREGULAR[verb] as string) : null;
}
