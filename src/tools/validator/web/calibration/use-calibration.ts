import { useQuery } from "@tanstack/react-query";
import { validator, validatorKeys } from "../base/api.ts";

/** How well scores predict what happened to the user's emails. */
export function useCalibration() {
	return useQuery({
		queryKey: validatorKeys.calibration,
		queryFn: ({ signal }) => validator.getCalibration({}, { signal }),
	});
}
