using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;
using System.Text;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>A column that holds what <c>ToJson()</c> maps to it. EF Core writes the document as text and reads it as a stream.</summary>
internal sealed class MySqlJsonTypeMapping : JsonTypeMapping
{
    private static readonly MethodInfo GetStringMethod = typeof(DbDataReader).GetMethod(nameof(DbDataReader.GetString))!;
    private static readonly MethodInfo GetBytesMethod = typeof(Encoding).GetMethod(nameof(Encoding.GetBytes), [typeof(string)])!;
    private static readonly ConstructorInfo StreamConstructor = typeof(MemoryStream).GetConstructor([typeof(byte[])])!;

    public MySqlJsonTypeMapping(string storeType)
        : base(storeType, typeof(JsonTypePlaceholder), dbType: null)
    {
    }

    private MySqlJsonTypeMapping(RelationalTypeMappingParameters parameters)
        : base(parameters)
    {
    }

    public override MethodInfo GetDataReaderMethod() => GetStringMethod;

    public override Expression CustomizeDataReaderExpression(Expression expression) =>
        Expression.New(StreamConstructor, Expression.Call(Expression.Constant(Encoding.UTF8), GetBytesMethod, expression));

    protected override RelationalTypeMapping Clone(RelationalTypeMappingParameters parameters) => new MySqlJsonTypeMapping(parameters);

    protected override string GenerateNonNullSqlLiteral(object value) => Literals.Text(value);
}
