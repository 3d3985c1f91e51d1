import { DeleteCard } from "./delete-card.tsx";
import { ExportCard } from "./export-card.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { StorageCard } from "./storage-card.tsx";

/** `/settings/data`: storage, taking everything along, and leaving. */
export default function DataPage() {
	return (
		<SettingsFrame>
			<StorageCard />
			<ExportCard />
			<DeleteCard />
		</SettingsFrame>
	);
}
