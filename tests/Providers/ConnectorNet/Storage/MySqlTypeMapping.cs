using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Storage.Json;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>
/// A column type: its name, the conversion to what the driver sends right, and the literal of the converted value.
/// Nothing happens in <c>ConfigureParameter</c>: the converted value is the parameter's value.
/// </summary>
internal sealed class MySqlTypeMapping : RelationalTypeMapping
{
    private static readonly MethodInfo GetValueMethod = typeof(DbDataReader).GetMethod(nameof(DbDataReader.GetValue))!;
    private static readonly MethodInfo ToStringMethod = typeof(object).GetMethod(nameof(ToString))!;

    private readonly Func<object, string> _literal;

    public MySqlTypeMapping(
        string storeType, Type clrType, Func<object, string> literal, ValueConverter? converter = null, JsonValueReaderWriter? json = null)
        : this(new(new CoreTypeMappingParameters(clrType, converter, jsonValueReaderWriter: json), storeType), literal)
    {
    }

    private MySqlTypeMapping(RelationalTypeMappingParameters parameters, Func<object, string> literal)
        : base(parameters) => _literal = literal;

    // Connector/NET makes a Guid of whatever is in a char(36).
    private bool IsTextReadAsGuid => StoreType == "char(36)" && (Converter?.ProviderClrType ?? ClrType) == typeof(string);

    public override MethodInfo GetDataReaderMethod() => IsTextReadAsGuid ? GetValueMethod : base.GetDataReaderMethod();

    public override Expression CustomizeDataReaderExpression(Expression expression) =>
        IsTextReadAsGuid ? Expression.Call(expression, ToStringMethod) : base.CustomizeDataReaderExpression(expression);

    protected override RelationalTypeMapping Clone(RelationalTypeMappingParameters parameters) => new MySqlTypeMapping(parameters, _literal);

    protected override string GenerateNonNullSqlLiteral(object value) => _literal(value);
}
