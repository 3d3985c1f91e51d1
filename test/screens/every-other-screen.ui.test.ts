import { describeScreens } from "./every-screen.ts";

describeScreens("others");
