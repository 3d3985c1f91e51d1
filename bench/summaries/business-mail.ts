import type { Annotation } from "../../fixtures/summaries/annotation.ts";

/**
 * Annotations of twenty business emails of `enron-categories`, by file: the first by SHA-256 of their Message-ID whose new text has
 * 200 to 2,500 characters, one of each sender and subject. The emails themselves are not in this repository.
 */
export const businessMail: Readonly<Record<string, Annotation>> = {
	"1/120789.txt": { main: "How about inserting the attached", actions: [], either: ["How about inserting"] },
	"3/255511.txt": { main: "messed up the e-mail list", actions: [], either: ["Bear with me"] },
	"1/132746.txt": {
		main: "we may do so only if we take",
		actions: [],
		either: ["Terminate the OBA by", "terminate the interconnect"],
	},
	"4/119477.txt": {
		main: "to be a discussant in the fourth session",
		actions: [],
		either: ["Would you be interested"],
	},
	"6/176689.txt": { main: "Attached is the draft", actions: [{ quote: "Let me know if you have changes", due: null }] },
	"1/116987.txt": {
		main: "the CPUC filed a motion at FERC",
		actions: [],
		either: ["we should discuss this on", "We should argue that"],
	},
	"1/187593.txt": {
		main: "You must certify your compliance",
		actions: [
			{ quote: "You are required to become familiar", due: null },
			{ quote: "You must certify your compliance", due: "2001-03-14" },
		],
		either: ["Please click on the attached link"],
	},
	"1/139738.txt": {
		main: "Now the question is",
		actions: [],
		either: ["take it up during our staff meeting", "Something for us to talk about"],
	},
	"5/52759.txt": {
		main: "call me during the next few days",
		actions: [
			{ quote: "call me during the next few days", due: null },
			{ quote: "contact Molly Magee", due: null },
		],
	},
	"1/253815.txt": { main: "the bottom line is that FERC", actions: [], either: ["Let me know if you want me to talk"] },
	"1/173443.txt": {
		main: "I got the message and will handle",
		actions: [],
		foreign: ["Joe Sutton called", "check with you first"],
	},
	"1/121903.txt": {
		main: "begins it's investigative hearings today",
		actions: [],
		foreign: ["McNally Temple", "916-447"],
	},
	"4/125469.txt": { main: "Draft comments to CAISO re", actions: [], either: ["Comments are due to CAISO"] },
	"3/175662.txt": {
		main: "I heard you were a big hit",
		actions: [],
		foreign: ["Becky and I attended", "Let me know how this sounds"],
	},
	"4/173196.txt": { main: null, actions: [] },
	"4/54865.txt": { main: "Frank Wolak can meet Greg and me", actions: [], either: ["Can Greg fly to San Francisco"] },
	"4/174491.txt": {
		main: "I'd love to but I'll be in London",
		actions: [],
		foreign: ["You recently received an e-mail", "Can you please let me know"],
	},
	"1/174120.txt": {
		main: "Contact either Gia or John",
		actions: [{ quote: "Contact either Gia or John", due: null }],
		foreign: ["I received this note", "Would you also want the EHS"],
	},
	"1/115333.txt": { main: "a little nervous about them getting", actions: [] },
	"3/175162.txt": {
		main: "Looks good to me",
		actions: [],
		foreign: ["thanks for making time", "I need your comments by"],
	},
};
