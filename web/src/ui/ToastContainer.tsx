// The plain entry injects a style element, which the content security policy forbids.
import { ToastContainer as Container, cssTransition, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toast.css";

// The library's own transitions take 0.8 s and cross the whole screen.
const slide = cssTransition({
  enter: "toast-enter",
  exit: "toast-exit",
  collapse: false,
});

export function push(kind: "info" | "success" | "warning" | "error" | "default", text: string) {
  toast(text, { type: kind });
}

export default function ToastContainer() {
  return (
    <Container
      position="top-right"
      autoClose={5000}
      transition={slide}
      draggable
      draggablePercent={80}
      closeOnClick
      pauseOnFocusLoss={false}
    />
  );
}
