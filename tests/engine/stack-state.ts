// What the engine records of a stack, in the form of its file.

export type Properties = { readonly [name: string]: unknown };

export interface StackState {
  readonly resources: readonly {
    urn: string;
    type: string;
    id?: string;
    inputs?: Properties;
    outputs?: Properties;
    external?: boolean;
    delete?: boolean;
    ignoreChanges?: readonly string[];
  }[];
  readonly secrets_providers?: { readonly type: string; readonly state: { readonly salt: string } };
  readonly pending_operations?: readonly unknown[];
}
