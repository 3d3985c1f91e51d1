import { expect, test } from "vitest";
import { automaticKind } from "./auto-reply.ts";
import { parseHeaderBlock } from "./headers.ts";

test.each([
	["auto-replied", "Auto-Submitted: auto-replied"],
	["auto-replied", "Auto-Submitted: Auto-Replied (vacation)"],
	["auto-replied", "X-Autorespond: yes"],
	["auto-replied", "X-Bluebottle-Request: <1234>"],
	["auto-replied", "Precedence: auto_reply"],
	["auto-replied", "Subject: Automatic reply: Lunch"],
	["auto-replied", "Subject: Out of Office: Lunch"],
	["auto-replied", "Subject: =?utf-8?Q?R=C3=A9ponse_automatique_:_Lunch?="],
	["auto-replied", "Subject: Abwesenheitsnotiz: Re: Lunch"],
	["auto-generated", "Auto-Submitted: auto-generated"],
	["auto-generated", "Auto-Submitted: auto-notified; owner-email=a@b.c"],
	["auto-generated", "Precedence: bulk"],
	["auto-generated", "X-Auto-Response-Suppress: DR, OOF, AutoReply"],
	[null, "Auto-Submitted: no"],
	[null, "X-Auto-Response-Suppress: DR"],
	[null, "Subject: Re: the office is out of coffee"],
	[null, "Subject: About the automatic reply"],
	[null, "Subject: Automobiles"],
])("%s: %s", (kind, field) => {
	expect(automaticKind(parseHeaderBlock(`From: bob@example.net\r\n${field}\r\n`).fields)).toBe(kind);
});
