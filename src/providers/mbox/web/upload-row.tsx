import { Pause, Play, X } from "lucide-react";
import { IconButton } from "#web/ui/button/button.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";
import { cancelUpload, pauseUpload, resumeUpload, type Upload, type UploadPhase } from "./uploads.ts";

const phases: Record<UploadPhase, string> = {
	sending: t.uploads.uploading,
	waiting: t.uploads.connectionLostRetrying,
	paused: t.uploads.paused,
	importing: t.uploads.startingTheImport,
	failed: t.uploads.stopped,
	refused: t.uploads.notImported,
};

/** An upload with pause, resume and cancel. */
export function UploadRow({ upload }: { upload: Upload }) {
	const { key, name, phase, sent, total, error } = upload;
	const stopped = phase === "paused" || phase === "failed" || phase === "waiting";
	const broken = phase === "failed" || phase === "refused";
	const moving = phase === "sending" || phase === "waiting" || phase === "importing";
	const cancel = async () => {
		try {
			await cancelUpload(key);
		} catch (failure) {
			toast({ title: t.uploads.couldntCancelUpload, description: (failure as Error).message, tone: "destructive" });
		}
	};
	return (
		<li className="flex items-start gap-2 py-3">
			<div className="min-w-0 flex-1">
				<Progress
					label={name}
					done={sent}
					total={total}
					detail={t.uploads.of(sent, total)}
					tone={broken ? "red" : stopped ? "amber" : "green"}
				/>
				<p role={broken ? "alert" : "status"} className="mt-1.5 text-12 break-words text-ink-2">
					{phases[phase]}
					{error ? `: ${error}` : moving ? "…" : ""}
				</p>
			</div>
			<div className="flex">
				{phase === "sending" && (
					<IconButton icon={Pause} size="small" label={t.uploads.pause(name)} onClick={() => pauseUpload(key)} />
				)}
				{stopped && (
					<IconButton icon={Play} size="small" label={t.uploads.resume(name)} onClick={() => resumeUpload(key)} />
				)}
				{phase !== "importing" && (
					<IconButton
						icon={X}
						size="small"
						label={`${phase === "refused" ? t.uploads.dismiss : t.uploads.cancel} ${name}`}
						onClick={() => void cancel()}
					/>
				)}
			</div>
		</li>
	);
}
