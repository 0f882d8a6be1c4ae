export { Drawer, Dropdown, Segmented, Tabs } from 'antd';
