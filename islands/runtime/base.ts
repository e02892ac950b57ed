// Modules that nearly all islands need. The build bundles them into one file: small files compress worse and cost a
// request each.
import 'react';
import 'react-dom';
import 'react-dom/client';
import 'react/jsx-runtime';
import '../../views/ui/button.tsx';
import '../../views/ui/icon.tsx';
import './client.tsx';
