export const view = () => ({ show() {} });
