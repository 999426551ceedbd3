// An address that there is not: the bar with its ways is all that this page needs.

import { showBar } from "./bar.js";

showBar();
