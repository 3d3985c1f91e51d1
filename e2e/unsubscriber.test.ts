import { unsubscriberJourney } from "./unsubscriber-journeys.ts";

unsubscriberJourney(["demo", "mbox", "imap"]);
