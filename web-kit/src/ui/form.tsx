export { Checkbox, Form, Input, InputNumber, Radio, Select, Upload } from 'antd';
