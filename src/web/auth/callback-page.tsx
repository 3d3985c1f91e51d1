import { FinishSignIn } from "./finish-sign-in.tsx";

/** Redirect target for Microsoft and Google. */
export default FinishSignIn;
