import { useQuery } from "@tanstack/react-query";
import { type EngineChoice, engineChoices, modelSettings } from "#shared/contracts/model.ts";
import { settingsValues } from "#shared/settings.ts";
import { engineQuery, settingsApi, settingsKeys, settingsQuery } from "#web/lib/settings/settings-api.ts";
import { Choice } from "#web/ui/form/choice.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { useChange } from "../use-change.ts";
import { CallsCard } from "./calls-card.tsx";
import { type ModelValues, OwnModelCard } from "./own-model-card.tsx";
import { t } from "./text.ts";

/** `/settings/ai`: what writes and summarizes, its limits, and what was sent. */
export default function AiPage() {
	const query = useQuery(settingsQuery);
	return (
		<SettingsFrame>
			<QueryView query={query} loading={<Skeleton rows={3} shape="text" />} errorTitle={t.ai.couldntLoad}>
				{({ settings }) => <Engine values={settingsValues(modelSettings, settings.ai)} />}
			</QueryView>
			<CallsCard />
		</SettingsFrame>
	);
}

function Engine({ values }: { values: ModelValues }) {
	const query = useQuery(engineQuery);
	const change = useChange({
		make: (engine: EngineChoice) => settingsApi.updateSettings({ params: { section: "ai" }, body: { engine } }),
		failed: t.ai.couldntSave,
		refresh: [settingsKeys.settings, settingsKeys.engine],
	});
	const choice = change.isPending ? change.variables : values.engine;
	const server = query.data?.server;
	const labels = { server: t.ai.server, own: t.ai.own, built_in: t.ai.builtIn };
	const hints = {
		server: server ? t.ai.serverHint(server.model ?? "", server.host ?? "") : t.ai.noServer,
		own: t.ai.ownHint,
		built_in: t.ai.builtInHint,
	};
	return (
		<>
			<Card title={t.ai.engine} note={t.ai.engineNote}>
				<QueryView query={query} loading={<Skeleton rows={2} shape="text" />} errorTitle={t.ai.couldntLoad}>
					{({ engine, usage }) => (
						<div className="flex flex-col gap-4">
							<Choice
								label={t.ai.engine}
								value={choice}
								onChange={(next) => change.mutate(next)}
								options={engineChoices.map((value) => ({ value, label: labels[value], hint: hints[value] }))}
							/>
							<p role="status" className="text-13 text-ink-2">
								{engine.kind === "model"
									? t.ai.now(engine.model ?? "", engine.host ?? "")
									: choice === "own"
										? t.ai.ownIncomplete
										: t.ai.nowBuiltIn}
							</p>
							{engine.kind === "model" && (
								<StatStrip
									label={t.ai.usedToday}
									stats={[
										{ label: t.ai.usedTokens, value: t.ai.ofTokens(usage.tokens, usage.tokensPerDay) },
										{ label: t.ai.usedCost, value: t.ai.ofDollars(usage.dollars, usage.dollarsPerDay) },
									]}
								/>
							)}
						</div>
					)}
				</QueryView>
			</Card>
			{choice === "own" && <OwnModelCard values={values} hasKey={query.data?.hasKey === true} />}
		</>
	);
}
