// The view for links that name no existing view.

export const createView = () => ({ show() {} });
