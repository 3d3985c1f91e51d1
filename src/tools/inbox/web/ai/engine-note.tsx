import { Link } from "@tanstack/react-router";
import type { Engine } from "#shared/contracts/model.ts";
import { t } from "../base/text.ts";

/** Who made it, and where the text went. @param builtIn what the built-in engine did */
export function EngineNote({ engine, builtIn }: { engine: Engine; builtIn: string }) {
	return (
		<p className="text-12 text-ink-3">
			{engine.kind === "model" ? t.ai.model(engine.model ?? "", engine.host ?? "") : builtIn}{" "}
			<Link to="/settings/ai" className="underline underline-offset-2">
				{t.ai.settings}
			</Link>
		</p>
	);
}
