// What every island needs, or nearly every one. The build puts it into each of them, so that it comes as one file: many small
// ones are packed worse, and each is a request.
import 'react';
import 'react-dom';
import 'react-dom/client';
import 'react/jsx-runtime';
import '../../views/ui/button.tsx';
import '../../views/ui/icon.tsx';
import './client.tsx';
