// The plain entry injects a style element, which the content security policy forbids.
import { ToastContainer as Container, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toast.css";

export function push(kind: "info" | "success" | "warning" | "error" | "default", text: string) {
  toast(text, { type: kind });
}

export default function ToastContainer() {
  return (
    <Container
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      closeOnClick
      pauseOnFocusLoss={false}
    />
  );
}
