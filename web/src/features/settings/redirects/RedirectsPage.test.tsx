import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import RedirectsPage from "./RedirectsPage.tsx";
