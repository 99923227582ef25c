using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

internal sealed class MySqlLoggingDefinitions : RelationalLoggingDefinitions;
