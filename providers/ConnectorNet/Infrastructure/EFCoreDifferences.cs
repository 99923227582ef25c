using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

/// <summary>Every difference between EF Core 9 and 10 that this provider meets.</summary>
internal static class EFCoreDifferences
{
    public static void InlineCollections(MySqlDbContextOptionsBuilder builder) =>
#if EFCORE9
        builder.TranslateParameterizedCollectionsToConstants();
#else
        builder.UseParameterizedCollectionMode(Microsoft.EntityFrameworkCore.ParameterTranslationMode.Constant);
#endif
}
