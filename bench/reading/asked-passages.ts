import type { Asked } from "./asked-mail.ts";

/** A paragraph of somebody whose email was forwarded. */
export interface AskedPassage extends Asked {
	file: string;
	/** Its first words. */
	start: string;
	/** When it was sent, as the header above it says. */
	sent: string;
}

/**
 * Paragraphs in forwarded emails of `enron-categories` that name a day in a sentence with "by", "before", "due" or the like, and
 * "you", "please", "need" or the like: all of up to 1,200 characters but twelve with header lines in them.
 */
export const askedPassages: readonly AskedPassage[] = [
	{ file: "4/174433.txt", start: "Don Morton, general counsel of", sent: "2000-10-02", actions: [] },
	{
		file: "4/173244.txt",
		start: "We are publishing photographs of",
		sent: "1999-03-10",
		actions: [
			{ quote: "Please provide us with a photo", due: null },
			{ quote: "Will you also include a short", due: null },
			{ quote: "Your response by this Friday", due: "1999-03-12" },
		],
	},
	{
		file: "1/234796.txt",
		start: "The GAO has requested the",
		sent: "2001-06-29",
		actions: [{ quote: "please direct your written statement", due: "2001-07-05" }],
	},
	{
		file: "6/175314.txt",
		start: "Please see attached press release",
		sent: "2001-05-06",
		actions: [{ quote: "The City will need our comment", due: "2001-05-07" }],
	},
	{ file: "1/60590.txt", start: "If this is okay with", sent: "2001-12-18", actions: [] },
	{
		file: "1/234651.txt",
		start: "The DC Team (Linda Robertson,",
		sent: "2001-09-05",
		actions: [],
		either: ["Testimony by Enron"],
	},
	{
		file: "4/173903.txt",
		start: "Please drop by the Energizer",
		sent: "2000-07-28",
		actions: [{ quote: "Please drop by the Energizer", due: "2000-08-01" }],
	},
	{ file: "1/123495.txt", start: "???Calpine Corp. plans to build", sent: "2001-05-22", actions: [] },
	{
		file: "4/175147.txt",
		start: "Please refer to the attached",
		sent: "2001-05-24",
		actions: [{ quote: "please respond to him", due: "2001-05-25" }],
	},
	{
		file: "1/115139.txt",
		start: "Information must be received no",
		sent: "2000-09-08",
		actions: [{ quote: "Information must be received", due: "2000-09-12" }],
	},
	{
		file: "1/176663.txt",
		start: "Please let me know by",
		sent: "2001-06-14",
		actions: [{ quote: "Please let me know by noon", due: "2001-06-15" }],
	},
	{ file: "1/54616.txt", start: "We are finishing up the", sent: "2001-06-21", actions: [] },
	{
		file: "1/175169.txt",
		start: "Attached is a draft of",
		sent: "2001-05-22",
		actions: [{ quote: "Please review and let me know", due: "2001-05-23" }],
	},
	{
		file: "1/113953.txt",
		start: "Attached is the proposed press",
		sent: "1999-10-05",
		actions: [{ quote: "would you please provide me", due: "1999-10-06" }],
	},
	{ file: "1/176671.txt", start: "This is how it will", sent: "2001-06-13", actions: [] },
	{
		file: "1/174153.txt",
		start: "Attached is a draft press",
		sent: "2000-08-22",
		actions: [{ quote: "Please return all comments", due: "2000-08-22" }],
	},
	{
		file: "5/61371.txt",
		start: "Louise has requested that each",
		sent: "2001-07-19",
		actions: [{ quote: "Please submit it to me", due: "2001-07-20" }],
		either: ["each manager write a brief"],
	},
	{ file: "1/125766.txt", start: "??He adds a caveat for", sent: "2001-04-30", actions: [] },
	{ file: "1/54546.txt", start: "Williams Bio-Energy has agreed to", sent: "2001-06-15", actions: [] },
	{
		file: "1/174194.txt",
		start: "SDG&E came out with the",
		sent: "2000-08-24",
		actions: [],
		either: ["Responses are due August 30"],
	},
	{
		file: "3/175162.txt",
		start: "This is the eBiz article",
		sent: "2001-05-23",
		actions: [{ quote: "I need your comments", due: "2001-05-24" }],
	},
	{ file: "1/174211.txt", start: "Steve Kean wanted me to", sent: "2000-08-28", actions: [] },
	{
		file: "1/82353.txt",
		start: "Confidential Kevin I know you",
		sent: "2002-02-12",
		actions: [{ quote: "I need it by Wednesday", due: "2002-02-13" }],
	},
	{
		file: "6/174187.txt",
		start: "See draft release below. I",
		sent: "2000-08-24",
		actions: [{ quote: "Let me know what you think", due: "2000-08-25" }],
	},
	{
		file: "4/174401.txt",
		start: "Rick, can you prepare a",
		sent: "2000-07-13",
		actions: [
			{ quote: "can you prepare a response", due: null },
			{ quote: "I need a response by", due: "2000-08-03" },
		],
	},
	{
		file: "6/174064.txt",
		start: "Attached for your review and",
		sent: "2000-08-14",
		actions: [{ quote: "I need to receive your comments", due: "2000-08-28" }],
	},
	{ file: "1/125766.txt", start: "??The state Constitution says the", sent: "2001-04-30", actions: [] },
	{ file: "1/125766.txt", start: "??''We've lost a considerable portion", sent: "2001-04-30", actions: [] },
	{
		file: "6/174242.txt",
		start: "Attached is a draft of",
		sent: "2000-08-30",
		actions: [{ quote: "Please review and let me know", due: "2000-08-31" }],
	},
	{
		file: "1/175138.txt",
		start: "Please provide comments the attached",
		sent: "2001-05-24",
		actions: [{ quote: "Please provide comments the attached", due: "2001-06-01" }],
		either: ["If you approve as written"],
	},
	{ file: "1/125766.txt", start: "???Allen said that since last", sent: "2001-04-30", actions: [] },
	{
		file: "4/239392.txt",
		start: "1. Comments on July 10",
		sent: "2001-07-19",
		actions: [],
		either: ["due Thursday", "due August"],
	},
	{
		file: "6/175680.txt",
		start: "Sarah is out until Monday",
		sent: "2001-03-16",
		actions: [],
		either: ["we need to get back with PJM"],
	},
	{
		file: "4/173823.txt",
		start: "We have decided to conduct",
		sent: "2000-07-20",
		actions: [{ quote: "Please get any proposals", due: "2000-07-21" }],
	},
	{
		file: "6/173600.txt",
		start: "Steve, we need to include",
		sent: "2000-04-20",
		actions: [
			{ quote: "Could you provide an answer", due: null },
			{ quote: "I need by end of biz", due: "2000-04-24" },
		],
		either: ["we need to include"],
	},
	{
		file: "1/174449.txt",
		start: "Steve I need your help.",
		sent: "2000-10-03",
		actions: [],
		either: ["I need your help"],
	},
	{
		file: "6/173837.txt",
		start: "Please review the attached draft",
		sent: "2000-07-24",
		actions: [{ quote: "Please review the attached draft", due: "2000-07-25" }],
	},
	{
		file: "4/200857.txt",
		start: "Below are the final PRC",
		sent: "2001-07-18",
		actions: [
			{ quote: "Please communicate these results", due: null },
			{ quote: "signed evaluation forms should be returned", due: "either" },
		],
		either: ["we recommend"],
	},
	{
		file: "1/121036.txt",
		start: "Up to you now to",
		sent: "2001-03-23",
		actions: [{ quote: "Would suggest you try to get", due: "2001-03-26" }],
		either: ["Up to you now", "Would also send"],
	},
	{
		file: "6/175320.txt",
		start: "Attached is a draft of",
		sent: "2001-04-30",
		actions: [{ quote: "Please have your responses", due: "2001-05-02" }],
	},
	{
		file: "1/136387.txt",
		start: "We have attached a draft",
		sent: "2001-09-14",
		actions: [{ quote: "Please review this letter", due: "2001-09-17" }],
	},
	{
		file: "4/175389.txt",
		start: "If you have an article",
		sent: "2001-04-24",
		actions: [{ quote: "please convey it electronically", due: "2001-05-04" }],
	},
	{ file: "1/174173.txt", start: "With all this said, I'm", sent: "2000-08-23", actions: [] },
	{ file: "6/175558.txt", start: "Mark Palmer has asked me", sent: "2001-04-03", actions: [] },
	{ file: "5/54542.txt", start: "I look forward to hearing", sent: "2001-06-01", actions: [] },
	{
		file: "4/174299.txt",
		start: "The first task force meeting",
		sent: "2000-09-12",
		actions: [{ quote: "Please choose one of the dates", due: "2000-09-19" }],
	},
	{
		file: "4/175147.txt",
		start: "Please return your comments to",
		sent: "2001-05-24",
		actions: [{ quote: "Please return your comments", due: "2001-05-25" }],
	},
	{
		file: "1/174119.txt",
		start: "We are seeking to move",
		sent: "2000-08-16",
		actions: [{ quote: "you could provide your feedback", due: "2000-08-18" }],
	},
];
