import { describeScreens } from "./every-screen.ts";

describeScreens("tools and settings");
