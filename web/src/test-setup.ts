import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Enough to load a lazy page on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

// happy-dom takes it for a block, and an accessible name would have a space there.
const style = document.createElement("style");
style.textContent = "wbr { display: inline }";
document.head.append(style);
