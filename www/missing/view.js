// The view for links to a view that does not exist.

export const createView = () => ({ show() {} });
