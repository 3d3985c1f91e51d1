import { expect, test } from "vitest";
import { corpus } from "../../../fixtures/corpora.ts";
import { testIf } from "../../../fixtures/only-if.ts";
import { readDeliveryReport } from "./delivery-report.ts";
