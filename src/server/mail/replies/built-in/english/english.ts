import type { Rules } from "../rules.ts";
import { meetingAnswers } from "./meetings.ts";
import { newsAnswers } from "./news.ts";
import { questionAnswers } from "./questions.ts";
import { taskAnswers } from "./tasks.ts";

const SHORTER: readonly (readonly [RegExp, string])[] = [
	[/\bI will\b/g, "I'll"],
	[/\bI am\b/g, "I'm"],
	[/\bI would\b/g, "I'd"],
	[/\bdo not\b/g, "don't"],
	[/\bdoes not\b/g, "doesn't"],
	[/\bdid not\b/g, "didn't"],
	[/\bcannot\b/g, "can't"],
	[/\bhave not\b/g, "haven't"],
	[/^Unfortunately, /, "Sorry, "],
	[/\bThank you (?=for|, but)/g, "Thanks "],
];

export const english: Rules = {
	greeting: (name, tone) =>
		`${[tone === "professional" ? "Hello" : "Hi", ...(name === null ? [] : [name.first])].join(" ")},`,
	close: (tone) => (tone === "professional" ? "Best regards" : "Best"),
	answers(ask) {
		const readers = [meetingAnswers, questionAnswers, taskAnswers];
		return readers.map((read) => read(ask)).find((found) => found.length > 0) ?? [];
	},
	meets: meetingAnswers,
	toReader: /\b(?:you|your|please|kindly)\b/i,
	onlyUrges:
		/^(?:(?:so |and |but )?please |kindly |could you |can you )*(?:(?:let (?:me|us) know|confirm|advise|reply|respond|get back to (?:me|us)|rsvp)(?: (?:asap|soon|either way|as soon as (?:possible|you can)|what you think|your thoughts|(?:if|whether) (?:this|that|it) (?:works?|suits?|is (?:ok(?:ay)?|fine|possible))(?: for you)?))?|(?:any )?thoughts|(?:which|what) (?:one |day |time |slot |of (?:these|them|the two) )?(?:(?:do|would) you prefer|(?:works?|suits?) (?:best|you|better)(?: for you)?)|what do you think|does (?:that|this|it) (?:work|suit|sound)(?: \p{L}+){0,3}|(?:is|would) (?:that|this) (?:be )?(?:ok(?:ay)?|fine|possible|all right)(?: (?:for|with) you)?|thanks?(?: you)?.{0,40})[?.!]*$/iu,
	news: newsAnswers,
	thanks: {
		pattern:
			/^(?:(?:many )?thanks|thank you|thanks a lot)(?:,| again)?(?: (?:so|very) much)? for (?:your|the|all|helping|sending|coming|taking)\b/i,
		answers: ["You are welcome."],
	},
	addressesMany:
		/^\s*(?:hi|hello|dear|hey|good (?:morning|afternoon|evening)),? (?:all|everyone|everybody|team|colleagues|folks|friends|members|neighbou?rs|customers?)\b|\bno (?:reply|answer|response|action) (?:is )?(?:needed|necessary|required)\b|\bdo not reply\b/i,
	sells:
		/\b(?:came across|stumbled (?:up)?on|companies like (?:yours|you)|teams like yours|reply ["“]?(?:no|stop)\b|not interested\?|qualified (?:leads|demos)|more (?:leads|demos|customers) (?:a|per) month|(?:open to|up for|worth) a (?:quick|short|brief) (?:call|chat|demo)|love what you(?:'|’)?re doing|boost your (?:sales|traffic|ranking|revenue)|first page of google|guest post|backlinks?|seo services)\b/i,
	declines: ["Thank you for your message, but I am not interested."],
	relative:
		/\b(?:today|tomorrow|tonight|yesterday|this (?:morning|afternoon|evening|week|month)|next (?:week|month)|\w+day next week)\b/i,
	familiar: /(?!)/,
	relax: (text) => SHORTER.reduce((said, [pattern, short]) => said.replace(pattern, short), text),
};
