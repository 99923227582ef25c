using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

/// <summary>Every difference between EF Core 9 and 10 that this provider meets.</summary>
internal static class EFCoreDifferences
{
    /// <summary>The CLR type by which EF Core asks for the mapping of a JSON column.</summary>
    public static readonly Type JsonColumn =
#if EFCORE9
        typeof(System.Text.Json.JsonElement);
#else
        typeof(Microsoft.EntityFrameworkCore.Storage.JsonTypePlaceholder);
#endif

    public static void InlineCollections(MySqlDbContextOptionsBuilder builder) =>
#if EFCORE9
        builder.TranslateParameterizedCollectionsToConstants();
#else
        builder.UseParameterizedCollectionMode(Microsoft.EntityFrameworkCore.ParameterTranslationMode.Constant);
#endif
}
