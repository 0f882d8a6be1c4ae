export { App, Button, ConfigProvider } from 'antd';
