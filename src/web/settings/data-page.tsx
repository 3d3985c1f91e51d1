import { DeleteCard } from "./delete-card.tsx";
import { ExportCard } from "./export-card.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** `/settings/data`: taking everything along, and leaving. */
export default function DataPage() {
	return (
		<SettingsFrame>
			<ExportCard />
			<DeleteCard />
		</SettingsFrame>
	);
}
