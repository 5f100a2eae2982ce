import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showToast, ToastOutlet } from "./toast.tsx";

test.each(["info", "success", "warning", "error", "default"] as const)(
  "a toast can be of type %s",
  async (kind) => {
    render(<ToastOutlet />);
    act(() => showToast(kind, `Of type ${kind}`));
    const toast = (await screen.findByText(`Of type ${kind}`)).closest(".Toastify__toast");
    expect(toast).toHaveClass(`Toastify__toast--${kind}`);
  },
);
