import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What a lazy page needs on a busy machine; what is there sooner is not waited for.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);
