using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;
using EFCore.MySqlBulk.Provider.ConnectorNet.Metadata;
using EFCore.MySqlBulk.Provider.ConnectorNet.Migrations;
using EFCore.MySqlBulk.Provider.ConnectorNet.Query;
using EFCore.MySqlBulk.Provider.ConnectorNet.Storage;
using EFCore.MySqlBulk.Provider.ConnectorNet.Update;
using EFCore.MySqlBulk.Provider.ConnectorNet.ValueGeneration;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Metadata.Conventions.Infrastructure;
using Microsoft.EntityFrameworkCore.Migrations;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using Microsoft.Extensions.DependencyInjection;

namespace Microsoft.EntityFrameworkCore;

/// <summary>The services of this provider.</summary>
public static class MySqlServiceCollectionExtensions
{
    public static IServiceCollection AddEntityFrameworkMySql(this IServiceCollection services)
    {
        new EntityFrameworkRelationalServicesBuilder(services)
            .TryAdd<LoggingDefinitions, MySqlLoggingDefinitions>()
            .TryAdd<IDatabaseProvider, DatabaseProvider<MySqlOptionsExtension>>()
            .TryAdd<IRelationalTypeMappingSource, MySqlTypeMappingSource>()
            .TryAdd<ISqlGenerationHelper, MySqlSqlGenerationHelper>()
            .TryAdd<IRelationalConnection, MySqlRelationalConnection>()
            .TryAdd<IRelationalDatabaseCreator, MySqlDatabaseCreator>()
            .TryAdd<IProviderConventionSetBuilder, MySqlConventionSetBuilder>()
            .TryAdd<IRelationalAnnotationProvider, MySqlAnnotationProvider>()
            .TryAdd<IMigrationsSqlGenerator, MySqlMigrationsSqlGenerator>()
            .TryAdd<IHistoryRepository, NoHistoryRepository>()
            .TryAdd<IValueGeneratorSelector, MySqlValueGeneratorSelector>()
            .TryAdd<IUpdateSqlGenerator, MySqlUpdateSqlGenerator>()
            .TryAdd<IModificationCommandFactory, MySqlModificationCommandFactory>()
            .TryAdd<IModificationCommandBatchFactory, MySqlModificationCommandBatchFactory>()
            .TryAdd<IQueryCompilationContextFactory, MySqlQueryCompilationContextFactory>()
            .TryAdd<IQuerySqlGeneratorFactory, MySqlQuerySqlGeneratorFactory>()
            .TryAdd<IQueryableMethodTranslatingExpressionVisitorFactory, MySqlQueryableTranslatorFactory>()
            .TryAdd<IMethodCallTranslatorProvider, MySqlMethodCallTranslatorProvider>()
            .TryAdd<IMemberTranslatorProvider, MySqlMemberTranslatorProvider>()
            .TryAdd<ISingletonOptions, ServerOptions>(p => p.GetRequiredService<ServerOptions>())
            .TryAddProviderSpecificServices(map => map.TryAddSingleton<ServerOptions, ServerOptions>())
            .TryAddCoreServices();
        return services;
    }
}
