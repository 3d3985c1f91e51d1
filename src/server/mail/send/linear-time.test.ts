import { testLinear } from "#shared/testing/linear-time.ts";
import { recipientsOf, withRecipients } from "./recipient-headers.ts";

testLinear([
	{
		name: "replaced recipients",
		run: (text) => withRecipients(text, recipientsOf(text)),
		alphabet: ["To: ", "Bcc:", "a@b", ",", "\r\n", "\n ", " ", "<", '"', "Subject: "],
	},
]);
