import { z } from "zod";
import { defineProvider, flag } from "#server/mail/provider/manifest.ts";
import { info } from "./info.ts";
import { demoArrivals } from "./mail/arrivals.ts";
import { createDemoProvider, demoProvider } from "./provider.ts";

const settings = z.object({
	DEMO_NEW_MAIL: flag.default(true).meta({ description: "New mail comes into demo mailboxes for an hour" }),
});

export const manifest = defineProvider(info, settings, ({ DEMO_NEW_MAIL }) =>
	DEMO_NEW_MAIL ? createDemoProvider(undefined, demoArrivals()) : demoProvider,
);
