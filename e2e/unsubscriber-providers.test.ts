import { unsubscriberJourney } from "./unsubscriber-journeys.ts";

unsubscriberJourney(["gmail", "outlook"]);
