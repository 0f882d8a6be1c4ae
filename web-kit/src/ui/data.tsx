export { Pagination, Table } from 'antd';
